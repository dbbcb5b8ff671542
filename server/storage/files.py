"""What lies in a data folder, so that one can see without a server whether there is anything to go on with."""

GAMES_FILE = "games.sqlite3"
ACCOUNTS_FILE = "accounts.sqlite3"
ANNALS_FILE = "annals.sqlite3"
BACKGROUND_FILE = "background.json"  # while a server without a window runs
UNFINISHED = ".part"  # ends the names of files and folders that are being written
BACKUP = ".netgame-backup-"  # begins the name of the folder in which a backup is made
RESTORE = "restore.part"  # the folder in which a backup is unpacked
