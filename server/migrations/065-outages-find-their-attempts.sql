-- The first request after a pause of 45 seconds asks which attempts an outage of ours has cost time. Those that the server ended at their bell, and those
-- that were given time before, are found by when that was: they were all read, of every year.
create index attempt_ended_by_bell on attempt (deadline) where submitted_by = 'DEADLINE';
create index exam_time_credit_at on exam_time_credit (at);
