-- Whoever passes is asked for the proofs of their year, revoked and held ones too, and every page of proofs for all of a student's:
-- without it each read all proofs of the province.
create index proof_of_student on proof (student_id, year);
