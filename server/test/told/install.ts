import { type AuditNotification, auditActions } from '@ce/contract/audit-actions'
import { securityEventNotifications } from '@ce/contract/security-event-names'
import type pg from 'pg'

/**
 * Installs triggers that record a problem when students are not notified as audit-actions.ts and
 * security-event-names.ts in contract/src/rules require.
 */
export async function installNotificationWatch(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema told;
    create table told.rule (action text primary key, nobody text, kinds text[] not null, only_when text, payer boolean not null);
    create table told.event (event text primary key);
    create table told.message (txid xid8 not null, student_id uuid, kind text not null);
    create index on told.message (txid);
    create table told.problem (id bigint generated always as identity, words text not null);
    create table told.seen (action text primary key, told boolean not null);`)
  for (const [action, word] of Object.entries<AuditNotification>(auditActions))
    await pool.query('insert into told.rule values ($1, $2, $3, $4, $5)', ruleOf(action, word))
  for (const [event, told] of Object.entries(securityEventNotifications))
    if (told === true) await pool.query('insert into told.event values ($1)', [event])
  await pool.query(await learnersOf(pool))
  await pool.query(functions)
}

function ruleOf(action: string, word: AuditNotification) {
  if ('nobody' in word) return [action, word.nobody, [], null, false]
  return [action, null, word.tells, word.when ?? null, word.payer ?? false]
}

/** A subject is a student, the id of a student's row, or the number of an order or payment. */
async function learnersOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ table: string }>(`
    select id.table_name as table from information_schema.columns id
    join information_schema.columns owner using (table_schema, table_name)
    where table_schema = 'public' and id.column_name = 'id' and id.data_type = 'uuid' and owner.column_name = 'student_id'
    order by 1`)
  const owned = rows.map(({ table }) => `select student_id from public.${table} where id = row_id`)
  return `
    create function told.learners_of(subject text, detail jsonb, payer boolean) returns setof uuid language plpgsql stable as $$
    declare row_id uuid;
    begin
      if payer then
        return query select student_id from public.orders where order_no = subject and student_id is not null;
      elsif detail->>'signId' is not null then
        return query select student_id from public.sign where id = (detail->>'signId')::uuid;
      elsif subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        row_id := subject::uuid;
        return query select id from public.student where id = row_id union ${owned.join(' union ')};
      else
        return query select sign.student_id from public.order_line join public.sign on sign.id = order_line.sign_id where order_no = subject
          union select student_id from public.orders join public.payment using (order_no) where out_trade_no = subject;
      end if;
    end $$;`
}

const functions = `
  create function told.note_message() returns trigger language plpgsql as $$
  begin
    insert into told.message values (pg_current_xact_id(), new.student_id, new.kind);
    return null;
  end $$;
  create function told.note_announcement() returns trigger language plpgsql as $$
  begin
    insert into told.message values (pg_current_xact_id(), null, new.kind);
    return null;
  end $$;
  create trigger told_announcement after insert on public.message_announcement for each row execute function told.note_announcement();
  create trigger told_message after insert on public.message for each row execute function told.note_message();

  create function told.check_row() returns trigger language plpgsql as $$
  declare
    rule told.rule;
    learner uuid;
    concerned int := 0;
    missing uuid;
    is_told boolean;
  begin
    select * into rule from told.rule where action = new.action;
    if not found then return null; end if;
    for learner in
      select distinct student.id from told.learners_of(new.subject, new.detail, coalesce(rule.payer, false)) of (id)
      join public.student on student.id = account_going_on(of.id) where student.erased_at is null
    loop
      concerned := concerned + 1;
      if rule.nobody = 'OWN_ACT' and new.actor <> 'student:' || learner then missing := learner; end if;
      if rule.nobody is null and new.actor <> 'student:' || learner and (rule.only_when is null or (new.detail->>rule.only_when)::boolean)
        and not exists (select from told.message where txid = pg_current_xact_id() and student_id = learner and kind = any(rule.kinds))
      then missing := learner; end if;
    end loop;
    if rule.nobody = 'NO_LEARNER' and concerned > 0 then
      insert into told.problem (words) values (format(
        '%s of %s is the row of a student, and declared as noLearner', new.action, new.subject));
    elsif missing is not null and rule.nobody = 'OWN_ACT' then
      insert into told.problem (words) values (format(
        '%s was done by %s to a student''s row, and declared as ownAct', new.action, new.actor));
    elsif missing is not null then
      insert into told.problem (words) values (format(
        '%s by %s concerns student %s, who has no message of kind %s from the same transaction: %s',
        new.action, new.actor, missing, array_to_string(rule.kinds, ' or '), new.detail));
    end if;
    is_told := rule.nobody is null and exists (select from told.message where txid = pg_current_xact_id() and kind = any(rule.kinds));
    insert into told.seen values (new.action, is_told)
      on conflict (action) do update set told = true where excluded.told and not seen.told;
    return null;
  end $$;
  create function told.check_event() returns trigger language plpgsql as $$
  declare learner uuid := account_going_on(new.student_id);
  begin
    if exists (select from told.event where event = new.event)
      and exists (select from public.student where id = learner and erased_at is null)
      and not exists (select from told.message where txid = pg_current_xact_id() and student_id = learner and kind = 'ACCOUNT')
    then
      insert into told.problem (words) values (format('%s of student %s: no message of kind ACCOUNT from the same transaction', new.event, learner));
    end if;
    return null;
  end $$;
  create constraint trigger told_event after insert on public.security_log deferrable initially deferred
    for each row execute function told.check_event();
  create constraint trigger told_audit after insert on public.audit_log deferrable initially deferred
    for each row execute function told.check_row();`
