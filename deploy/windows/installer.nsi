; The installer for Windows, for one user. deploy/windows/release.py gives the values VERSION, NUMBERS and so on.
; Games and settings are in another folder (%LOCALAPPDATA%\netgame); nothing here touches them.
Unicode true
Target amd64-unicode  ; as the program; so a 32-bit Windows refuses it
ManifestDPIAware true
SetCompressor /SOLID ${COMPRESSOR}
RequestExecutionLevel user
Name "netgame"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\netgame"
BrandingText "netgame ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "netgame"
VIAddVersionKey FileDescription "netgame ${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT licence"

!include MUI2.nsh
!include FileFunc.nsh
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\netgame.exe"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNS ${LANG_ENGLISH} "netgame is running. Close its windows and stop its server (Server > Stop hosting), then try again.$\nIts games are kept."
LangString RUNS ${LANG_GERMAN} "netgame läuft noch. Schließe die Fenster und beende den Server (Server > Nicht mehr anbieten), dann versuche es noch einmal.$\nDie Partien bleiben erhalten."
LangString RECORD ${LANG_ENGLISH} "netgame record"
LangString RECORD ${LANG_GERMAN} "netgame-Partie"

!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\netgame"
!define CHANGED 'System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"'

; A program that runs loads parts of itself, so its files must stay. Windows does not open its file for writing.
!macro REFUSE_IF_RUNNING NAME
  again_${NAME}:
  IfFileExists "$INSTDIR\${NAME}.exe" 0 fine_${NAME}
  ClearErrors
  FileOpen $0 "$INSTDIR\${NAME}.exe" a
  IfErrors 0 close_${NAME}
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNS)" /SD IDCANCEL IDRETRY again_${NAME}
  SetErrorLevel 1
  Quit
  close_${NAME}:
  FileClose $0
  fine_${NAME}:
!macroend

!macro REMOVE_PROGRAM
  !insertmacro REFUSE_IF_RUNNING netgame
  !insertmacro REFUSE_IF_RUNNING netgame-server
  !insertmacro REFUSE_IF_RUNNING netgame-cli
  IfFileExists "$INSTDIR\uninstall.exe" 0 nothing  ; only what this installer made
  RMDir /r "$INSTDIR\lib"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\netgame.exe"
  Delete "$INSTDIR\netgame-server.exe"
  Delete "$INSTDIR\netgame-cli.exe"
  Delete "$INSTDIR\README.txt"
  nothing:
!macroend

Section
  !insertmacro REMOVE_PROGRAM
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\netgame.lnk" "$INSTDIR\netgame.exe"

  WriteRegStr HKCU "${CLASSES}\netgame" "" "URL:netgame"
  WriteRegStr HKCU "${CLASSES}\netgame" "URL Protocol" ""
  WriteRegStr HKCU "${CLASSES}\netgame\DefaultIcon" "" "$INSTDIR\netgame.exe,0"
  WriteRegStr HKCU "${CLASSES}\netgame\shell\open\command" "" '"$INSTDIR\netgame.exe" -- "%1"'
  WriteRegStr HKCU "${CLASSES}\.netgame" "" "netgame.record"
  WriteRegStr HKCU "${CLASSES}\netgame.record" "" "$(RECORD)"
  WriteRegStr HKCU "${CLASSES}\netgame.record\DefaultIcon" "" "$INSTDIR\netgame.exe,0"
  WriteRegStr HKCU "${CLASSES}\netgame.record\shell\open\command" "" '"$INSTDIR\netgame.exe" -- "%1"'

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "netgame"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\netgame.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "netgame"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  ${CHANGED}
SectionEnd

Section Uninstall
  !insertmacro REMOVE_PROGRAM
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\netgame.lnk"
  DeleteRegKey HKCU "${CLASSES}\netgame"
  DeleteRegKey HKCU "${CLASSES}\.netgame"
  DeleteRegKey HKCU "${CLASSES}\netgame.record"
  DeleteRegKey HKCU "${UNINSTALL}"
  ${CHANGED}
SectionEnd
