-- Of one chosen course at most one sitting runs or stands as passed: hours are credited once. Before, only the running one was kept single, so that
-- answers sealed at the bell could pass while the next sitting had just begun (docs/exam-offline.md).
create unique index attempt_one_standing on attempt (sign_course_id) where submitted_at is null or passed and voided_at is null;
drop index attempt_one_running;
