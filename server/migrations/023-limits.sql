-- Accepted beats of the Shanghai day `day`: a script that reports without end fills no table (setting study.beatsPerDay).
alter table study_clock add column day_beats integer not null default 0 check (day_beats >= 0);
