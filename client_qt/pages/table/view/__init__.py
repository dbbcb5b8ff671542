"""What the table page shows, as immutable values: functions of a table and the shown step, without widgets."""
