-- Whoever credits hours holds the plan of their year: its year and required hours, fixed once somebody has hours of it (migration 055), were changed
-- in the moment of the first credit by who did not see it yet. Both wait for each other now, and the later one sees the other.
create or replace function hours_chain() returns trigger language plpgsql as $$
declare head hours_head;
begin
  insert into hours_head (student_id, hash) values (new.student_id, sha256(new.student_id::text::bytea))
    on conflict do nothing;
  select * into head from hours_head where student_id = new.student_id for update;
  if exists (select from hours_ledger
    where student_id = new.student_id and source = new.source and source_id = new.source_id) then
    return null;
  end if;
  perform from plan where year = new.year for share;
  new.seq := head.seq + 1;
  new.at := app_now();
  new.prev_hash := head.hash;
  new.hash := sha256(convert_to(hours_text(new), 'UTF8'));
  update hours_head set seq = new.seq, hash = new.hash where student_id = new.student_id;
  return new;
end $$;

-- Years that were paid anew are looked for by what was given back of them: their passes may lack their hours (exam.creditMissedHours).
create index order_line_given_back on order_line (sign_id) where refunded_at is not null;
