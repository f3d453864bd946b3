-- A picture that came long after its moment, or is byte for byte another of the same student's, shows nobody sitting the exam: somebody looks at it.
alter table capture add column doubt text check (doubt in ('LATE', 'REPEATED'));
alter table capture add constraint capture_doubt_of_picture check (doubt is null or received_at is not null);
