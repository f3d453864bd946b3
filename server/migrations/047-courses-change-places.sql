-- Of two sign-ups of one person one goes on (decision 010): the same course of both may change places, in one statement.
alter table sign_course
  drop constraint sign_course_sign_id_plan_course_id_key,
  add unique (sign_id, plan_course_id) deferrable initially immediate;
