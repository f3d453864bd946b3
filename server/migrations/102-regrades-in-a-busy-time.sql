-- Papers are handed in while a regrade waits for its second person. Who may lose a pass is who was shown to lose it, and nobody else.
alter table exam_regrade
  add column loses uuid[] not null default '{}',  -- papers of the preview that lose their pass
  add constraint exam_regrade_loses check (lose_reason is not null or loses = '{}');
alter table exam_regrade_paper
  add column may_lose boolean not null default false;
update exam_regrade_paper set may_lose = true from exam_regrade regrade
  where regrade.id = exam_regrade_paper.regrade_id and regrade.lose_reason is not null and exam_regrade_paper.done_at is null;
