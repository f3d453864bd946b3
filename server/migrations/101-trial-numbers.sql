-- Proofs of trial years are numbered in a series of their own, SY, so that no number of CE is a trial's. A number is part of what is signed: proofs
-- that were issued before keep theirs (decision 092). YL is a practice portal's, whose proofs are all marked as trials.
create sequence trial_proof_number;

create function check_proof_series() returns trigger language plpgsql as $$
begin
  if (new.snapshot->>'trial' is not distinct from 'true' and new.number not like 'YL%') <> (new.number like 'SY%') then
    raise exception 'proof % is numbered in the series of another kind of year', new.number;
  end if;
  return new;
end $$;

create trigger proof_series before insert on proof
  for each row execute function check_proof_series();
