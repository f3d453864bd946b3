-- Many proofs in one PDF for staff: drawn in the background, there for a day. Who took which and why stays.
create table proof_print (
  id uuid primary key, -- made by the client: a repeat finds the same
  staff_id uuid not null references staff,
  wish jsonb not null, -- how they were chosen
  reason text not null check (char_length(reason) between 2 and 200),
  proof_ids uuid[] not null check (cardinality(proof_ids) between 1 and 1000),
  missing text[] not null default '{}', -- asked for by certificate number, without a valid proof
  done integer not null default 0 check (done between 0 and cardinality(proof_ids)),
  state text not null check (state in ('WORKING', 'DONE', 'FAILED')),
  size bigint check (size > 0),
  sha256 bytea,
  claim integer not null default 0, -- grows with each process that takes it up: only the newest may write
  created_at timestamptz not null default app_now(),
  touched_at timestamptz not null default app_now(),
  removed_at timestamptz, -- the file is gone, the row stays as the record
  check (num_nonnulls(size, sha256) in (0, 2)),
  check ((state = 'DONE') = (size is not null))
);
create index proof_print_working on proof_print (touched_at) where state = 'WORKING';
create index proof_print_there on proof_print (created_at) where state = 'DONE' and removed_at is null;

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'proof.print'),
  ('ACADEMIC', 'proof.print');
