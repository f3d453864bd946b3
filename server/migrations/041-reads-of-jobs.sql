-- What jobs read again and again (docs/measurements.md).

-- Decision 038: what "begun" means is said here alone. A function is called for each row; what a view asks is planned once for all of them,
-- and the look for who is still to be moved asks it of everybody who has an older version. Chosen, and nothing of it begun (decision 009):
create view sign_course_unbegun as
  select chosen.id, chosen.sign_id, chosen.course_version_id from sign_course chosen
  where not exists (select from evaluation where sign_course_id = chosen.id)
    and not exists (select from play_session where sign_course_id = chosen.id)
    and not exists (select from lesson_progress where sign_course_id = chosen.id)
    and not exists (select from attempt where sign_course_id = chosen.id);

-- the same of one; what is not there was not begun
create or replace function sign_course_begun(chosen uuid) returns boolean language sql stable as $$
  select exists (select from sign_course where id = chosen)
    and not exists (select from sign_course_unbegun where id = chosen)
$$;

-- From which day on a channel's bills are missed: its first payment was looked for in all payments of all years.
create index payment_of_channel on payment (channel, created_at);
