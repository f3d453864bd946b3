-- The desk of proofs: who revoked one, which proof took its place, and that none does by itself where staff decided.

alter table proof
  add column revoked_by uuid references staff,          -- null: its hours were taken back
  add column held boolean not null default false,       -- revoked by staff: hours alone issue no other for this year
  add column replaces uuid unique references proof,     -- the one that staff had issued anew as this
  add check (not held or revoked_at is not null),
  add check (revoked_by is null or revoked_at is not null);

create index proof_newest on proof (issued_at desc, id desc);
create index proof_of_year on proof (year, issued_at desc, id desc);

insert into role_permission (role_code, permission) values
  ('SUPER_ADMIN', 'proof.read'),
  ('SUPER_ADMIN', 'proof.decide'),
  ('ACADEMIC', 'proof.read'),
  ('ACADEMIC', 'proof.decide'),
  ('REVIEWER', 'proof.read'),
  ('AUDITOR', 'proof.read');
