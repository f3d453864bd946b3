-- Whoever writes past the portal is held to the same: a text begins as a proposal, and a consent is to a version that two people approved.
create function begin_site_text() returns trigger language plpgsql as $$
begin
  if new.state = 'PROPOSED' and new.proposed_by <> 'system' then return new; end if;
  -- texts that are set up with the portal, by nobody, until staff have proposed one
  if new.state = 'APPROVED' and new.proposed_by = 'system' and new.decided_by = 'system'
    and not exists (select from site_text where kind = new.kind and proposed_by <> 'system') then return new; end if;
  raise exception 'site_text begins as the proposal of a person' using errcode = 'restrict_violation';
end $$;
create trigger site_text_begun before insert on site_text for each row execute function begin_site_text();

-- A portal without texts has them as their version 1, without a row.
create function keep_consent_true() returns trigger language plpgsql as $$
begin
  if exists (select from site_text where kind = new.document and state = 'APPROVED')
    and not exists (select from site_text where kind = new.document and version = new.version and state = 'APPROVED') then
    raise exception 'nobody can accept a text that is not approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger agreement_to_approved before insert on agreement
  for each row when (new.way is not null) execute function keep_consent_true();
