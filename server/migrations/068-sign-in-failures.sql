-- Wrong passwords and codes of students, employers and staff, counted in one place (decision 066). The two older tables stay for
-- one version: processes of the version before still sign people in with them during a rolling update.

create table sign_in_failure (
  id bigint generated always as identity primary key,
  -- SHA-256 of what is counted: an account for strangers, an account on one device, a signed-in person's own checks, an address
  counter_hash bytea not null check (octet_length(counter_hash) = 32),
  -- SHA-256 of the account whose counter it is; none for an address
  account_hash bytea check (octet_length(account_hash) = 32),
  -- false while the password is being compared: it counts, but may still turn out to be right
  decided boolean not null default false,
  at timestamptz not null default app_now()
);
create index sign_in_failure_counter on sign_in_failure (counter_hash, id);
create index sign_in_failure_account on sign_in_failure (account_hash, id) where account_hash is not null;
create index sign_in_failure_address on sign_in_failure (at) where account_hash is null and decided;
