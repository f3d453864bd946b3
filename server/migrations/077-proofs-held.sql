-- Proofs that staff hold are few, and are counted each quarter of a minute.
create index proof_held on proof (year) where held;
