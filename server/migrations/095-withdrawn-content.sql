-- What readers do not see any more does not stand first in a list.
update poster set pinned = false where pinned and withdrawn_at is not null;

alter table poster add constraint withdrawn_not_pinned check (withdrawn_at is null or not pinned);
