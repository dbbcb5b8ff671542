"""What has to hold in a run: promises of the servers, logs of matches and tournaments, answers to requests."""
