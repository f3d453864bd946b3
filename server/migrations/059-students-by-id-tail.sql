-- The student desk by the last four characters of an ID, which is what staff see of it: student_id_end is of six, for accounts that may be
-- the same person's, and a search by four read all students.
create index student_id_tail on student (right(id_no, 4));
