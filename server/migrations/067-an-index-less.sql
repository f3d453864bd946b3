-- Whoever may be the same person is found by name and certificate (student_desk/store/desk.ts): by the end of an ID nobody looks, and each
-- new student kept its place in this index.
drop index student_id_end;
