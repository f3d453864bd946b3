-- Of two sign-ups of one person one goes on (decision 010): the same course of both changes places, by way of a course of the plan that is none.
-- The unique key stays as it is: processes of the version before name it in `on conflict`, which takes no deferrable one.
alter table sign_course
  alter constraint sign_course_plan_course_id_plan_id_course_id_fkey deferrable initially immediate;
