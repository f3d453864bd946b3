-- What of their money a student knew to be lost when they asked to close the account.
alter table account_closing add column lost_fen integer not null default 0 check (lost_fen >= 0);
