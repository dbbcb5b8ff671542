/* python.exe and pythonw.exe: load the DLL of Python beside this program and call Py_Main, as those of python.org do. */
#include <windows.h>
#include <shellapi.h>
#include <stdio.h>

typedef int (*py_main)(int, wchar_t **);

int main(void) {
    int count;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    HMODULE library = LoadLibraryW(L"python311.dll");
    if (!library) {
        fprintf(stderr, "python311.dll cannot be loaded: error %lu\n", GetLastError());
        return 103;
    }
    py_main run = (py_main)(void *)GetProcAddress(library, "Py_Main");
    return run(count, words);
}
