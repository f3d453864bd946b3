-- An outage of ours that falls into the time after the bell in which sealed answers are still taken eats it: that goes back as well, recorded
-- as any other, and moves no deadline.

-- What of an outage came after an attempt's bell. Time given back before it lies before it by then: the bell moves with it.
create function exam_given_back(sitting uuid, bell timestamptz) returns interval language sql stable as $$
  select coalesce(sum(seconds), 0) * interval '1 second' from exam_time_credit where attempt_id = sitting and at > bell
$$;
