-- Why a proof was revoked, apart from the words of its reason: those may tell of an exam or a person what only the student and staff may read.
alter table proof add column revoke_cause text;

update proof set revoke_cause = case
    when revoked_by is not null then 'STAFF'
    when revoke_reason like '个人信息更正：%' then 'PERSON_CORRECTED'
    when revoke_reason like '姓名或证件的写法已统一%' then 'FORM_UNIFIED'
    when revoke_reason like '账号已合并%' then 'ACCOUNTS_MERGED'
    when revoke_reason like '%换发新证明' then 'HOURS_RESTORED'
    else 'HOURS_WITHDRAWN'
  end
where revoked_at is not null;

alter table proof
  add check ((revoked_at is null) = (revoke_cause is null)),
  add check (revoke_cause in
    ('STAFF', 'PERSON_CORRECTED', 'FORM_UNIFIED', 'ACCOUNTS_MERGED', 'HOURS_RESTORED', 'HOURS_WITHDRAWN')),
  add check (revoked_by is null or revoke_cause = 'STAFF');
