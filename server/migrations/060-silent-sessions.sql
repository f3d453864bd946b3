-- Sessions of which nothing was heard for a while.

-- Decision 053: so long after it was due the open presence check could be asked at first, for its session was silent.
alter table study_clock add column presence_late_ds integer not null default 0 check (presence_late_ds >= 0);

-- Media that a session told and that waits for what is before it, when another page takes over: its own late beats may still fill the gap.
alter table play_session add column held int4multirange not null default '{}';
