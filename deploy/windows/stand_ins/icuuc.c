/* Wine has no icuuc.dll; in Windows it is in System32. Qt asks it only for text codecs that Qt does not have itself; here there are none. */
#define X __declspec(dllexport)
#define U_UNSUPPORTED 16
typedef unsigned short u16;
X void *ucnv_open(const char *n, int *e) { *e = U_UNSUPPORTED; return 0; }
X void ucnv_close(void *c) {}
X void UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) {}
X void UCNV_TO_U_CALLBACK_SUBSTITUTE(void) {}
X void ucnv_reset(void *c) {}
X signed char ucnv_getMaxCharSize(void *c) { return 4; }
X const char *ucnv_getName(void *c, int *e) { *e = U_UNSUPPORTED; return ""; }
X void ucnv_getToUCallBack(void *c, void *a, void *b) {}
X void ucnv_getFromUCallBack(void *c, void *a, void *b) {}
X void ucnv_setToUCallBack(void *c, void *a, void *b, void *d, void *f, int *e) { *e = U_UNSUPPORTED; }
X void ucnv_setFromUCallBack(void *c, void *a, void *b, void *d, void *f, int *e) { *e = U_UNSUPPORTED; }
X void ucnv_cbToUWriteUChars(void *a, const u16 *s, int n, int o, int *e) { *e = U_UNSUPPORTED; }
X void ucnv_cbFromUWriteUChars(void *a, const u16 **s, const u16 *l, int o, int *e) { *e = U_UNSUPPORTED; }
X void ucnv_toUnicode(void *c, u16 **t, const u16 *tl, const char **s, const char *sl, int *o, signed char f, int *e) { *e = U_UNSUPPORTED; }
X void ucnv_fromUnicode(void *c, char **t, const char *tl, const u16 **s, const u16 *sl, int *o, signed char f, int *e) { *e = U_UNSUPPORTED; }
X int ucnv_toUCountPending(void *c, int *e) { return 0; }
X int ucnv_fromUCountPending(void *c, int *e) { return 0; }
X const char *ucnv_getStandardName(const char *n, const char *s, int *e) { *e = U_UNSUPPORTED; return 0; }
X const char *ucnv_getAvailableName(int n) { return 0; }
X int ucnv_countAvailable(void) { return 0; }
