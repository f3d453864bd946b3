-- Decision 053: so long after it was due the open presence check could be asked at first, for its session was silent.
alter table study_clock add column presence_late_ds integer not null default 0 check (presence_late_ds >= 0);
