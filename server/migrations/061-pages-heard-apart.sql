-- Which page heard_at speaks of, by the number that a browser gives itself for one attempt, and when another was last heard: answers sealed by a
-- page are proven by its beacon where no other has worked since (docs/exam-offline.md).
alter table attempt
  add heard_page uuid,
  add others_heard_at timestamptz;
