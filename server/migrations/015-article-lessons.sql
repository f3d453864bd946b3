-- A lesson that is read: its text lies with its version and, like all of it, is never rewritten once published.
-- Decision 013: its length is the reading time that staff require; credit is judged as a video's.
alter table lesson
  add article_html text check (char_length(article_html) <= 200000), -- cleaned as posters are
  add check ((kind = 'ARTICLE') = (article_html is not null)),
  add check (kind <> 'ARTICLE' or (video_file_id is null and low_video_file_id is null and captions_file_id is null));
