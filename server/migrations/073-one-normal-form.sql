-- Decision 071: one normal form of names, numbers and compared texts. The functions say what contract/src/rules/fold-text.ts says;
-- server/test/fold-text.test.ts compares both.

-- Radicals of the CJK supplement, strokes, private codes of GBK and Kangxi radicals, each as the letter it stands for.
create function unify_han(given text) returns text language sql immutable strict parallel safe as $$
  select translate(normalize(given, NFC),
    U&'\2e81\2e82\2e83\2e84\2e85\2e86\2e87\2e88\2e89\2e8a\2e8b\2e8c\2e8d\2e8e\2e8f\2e90\2e91\2e92\2e93\2e94'
      || U&'\2e95\2e96\2e97\2e98\2e99\2e9b\2e9c\2e9d\2e9e\2e9f\2ea0\2ea1\2ea2\2ea3\2ea4\2ea5\2ea6\2ea7\2ea8\2ea9'
      || U&'\2eaa\2eab\2eac\2ead\2eae\2eaf\2eb0\2eb1\2eb2\2eb3\2eb4\2eb5\2eb6\2eb7\2eb8\2eb9\2eba\2ebb\2ebc\2ebd'
      || U&'\2ebe\2ebf\2ec0\2ec1\2ec2\2ec3\2ec4\2ec5\2ec6\2ec7\2ec8\2ec9\2eca\2ecb\2ecc\2ecd\2ece\2ecf\2ed0\2ed1'
      || U&'\2ed2\2ed3\2ed4\2ed5\2ed6\2ed7\2ed8\2ed9\2eda\2edb\2edc\2edd\2ede\2edf\2ee0\2ee1\2ee2\2ee3\2ee4\2ee5'
      || U&'\2ee6\2ee7\2ee8\2ee9\2eea\2eeb\2eec\2eed\2eee\2eef\2ef0\2ef1\2ef2\2ef3\31c6\31cf\31d0\31d1\31d2\31d3'
      || U&'\31d4\31d5\31d6\31d7\31d8\31d9\31da\31db\31dc\31dd\31de\31df\31e0\31e1\e815\e816\e817\e818\e819\e81a'
      || U&'\e81b\e81c\e81d\e81e\e81f\e820\e821\e822\e823\e824\e825\e826\e827\e828\e829\e82a\e82b\e82c\e82d\e82e'
      || U&'\e82f\e830\e831\e832\e833\e834\e835\e836\e837\e838\e839\e83a\e83b\e83c\e83d\e83e\e83f\e840\e841\e842'
      || U&'\e843\e844\e845\e846\e847\e848\e849\e84a\e84b\e84c\e84d\e84e\e84f\e850\e851\e852\e853\e854\e855\e856'
      || U&'\e857\e858\e859\e85a\e85b\e85c\e85d\e85e\e85f\e860\e861\e862\e863\e864\2f00\2f01\2f02\2f03\2f04\2f05'
      || U&'\2f06\2f07\2f08\2f09\2f0a\2f0b\2f0c\2f0d\2f0e\2f0f\2f10\2f11\2f12\2f13\2f14\2f15\2f16\2f17\2f18\2f19'
      || U&'\2f1a\2f1b\2f1c\2f1d\2f1e\2f1f\2f20\2f21\2f22\2f23\2f24\2f25\2f26\2f27\2f28\2f29\2f2a\2f2b\2f2c\2f2d'
      || U&'\2f2e\2f2f\2f30\2f31\2f32\2f33\2f34\2f35\2f36\2f37\2f38\2f39\2f3a\2f3b\2f3c\2f3d\2f3e\2f3f\2f40\2f41'
      || U&'\2f42\2f43\2f44\2f45\2f46\2f47\2f48\2f49\2f4a\2f4b\2f4c\2f4d\2f4e\2f4f\2f50\2f51\2f52\2f53\2f54\2f55'
      || U&'\2f56\2f57\2f58\2f59\2f5a\2f5b\2f5c\2f5d\2f5e\2f5f\2f60\2f61\2f62\2f63\2f64\2f65\2f66\2f67\2f68\2f69'
      || U&'\2f6a\2f6b\2f6c\2f6d\2f6e\2f6f\2f70\2f71\2f72\2f73\2f74\2f75\2f76\2f77\2f78\2f79\2f7a\2f7b\2f7c\2f7d'
      || U&'\2f7e\2f7f\2f80\2f81\2f82\2f83\2f84\2f85\2f86\2f87\2f88\2f89\2f8a\2f8b\2f8c\2f8d\2f8e\2f8f\2f90\2f91'
      || U&'\2f92\2f93\2f94\2f95\2f96\2f97\2f98\2f99\2f9a\2f9b\2f9c\2f9d\2f9e\2f9f\2fa0\2fa1\2fa2\2fa3\2fa4\2fa5'
      || U&'\2fa6\2fa7\2fa8\2fa9\2faa\2fab\2fac\2fad\2fae\2faf\2fb0\2fb1\2fb2\2fb3\2fb4\2fb5\2fb6\2fb7\2fb8\2fb9'
      || U&'\2fba\2fbb\2fbc\2fbd\2fbe\2fbf\2fc0\2fc1\2fc2\2fc3\2fc4\2fc5\2fc6\2fc7\2fc8\2fc9\2fca\2fcb\2fcc\2fcd'
      || U&'\2fce\2fcf\2fd0\2fd1\2fd2\2fd3\2fd4\2fd5',
    '厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爫丬牛犭王'
      || '𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長'
      || '镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟𠃌乀一丨丿丿'
      || '丶𠃍乛𠃊𠃎𠄌亅𡿨𠃋乀𠃑乚乙𠄎厂𠂇𠂉𠃌乙㑳㑇刀㔾龴㖞㘚㘎小心㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮'
      || '㳠牛𡗗龸𤴔䁖䅟𥫗䌷㓁羊𦍌𢦏䎱䎬聿䏝䓖䙡䙌龹䜣䜩䝼䞍𧾷䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣'
      || '䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻一丨丶丿乙亅二亠人儿入八冂冖冫几凵刀力勹匕匚匸十卜卩'
      || '厂厶又口囗土士夂夊夕大女子宀寸小尢尸屮山巛工己巾干幺广廴廾弋弓彐彡彳心戈戶手支攴'
      || '文斗斤方无日曰月木欠止歹殳毋比毛氏气水火爪父爻爿片牙牛犬玄玉瓜瓦甘生用田疋疒癶白'
      || '皮皿目矛矢石示禸禾穴立竹米糸缶网羊羽老而耒耳聿肉臣自至臼舌舛舟艮色艸虍虫血行衣襾'
      || '見角言谷豆豕豸貝赤走足身車辛辰辵邑酉釆里金長門阜隶隹雨靑非面革韋韭音頁風飛食首香'
      || '馬骨高髟鬥鬯鬲鬼魚鳥鹵鹿麥麻黃黍黑黹黽鼎鼓鼠鼻齊齒龍龜龠')
$$;

-- Full-width letters, digits and signs as those of a plain keyboard.
create function fold_width(given text) returns text language sql immutable strict parallel safe as $$
  select translate(given,
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～',
    '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~')
$$;

-- Marks that nobody sees, taken out.
create function without_unseen(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(given,
    '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')
$$;

create function single_spaces(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(given, '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\ufeff]+', ' ', 'g')
$$;

-- Any text from people: joiners and selectors stay where they are an emoji's.
create function fold_letters(given text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(unify_han(regexp_replace(given,
      '[\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b\u200e-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a]', '', 'g')),
      '([\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\U00020000-\U0002a6df\U0002a700-\U0002ee5f\U00030000-\U0003347f])[\u200c\u200d\ufe00-\ufe0f\U000e0000-\U000e0fff]+', '\1', 'g')
$$;

-- Nearly all names and numbers are plain already: that is asked first, it costs a tenth.
create function fold_name(given text) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '^[\u4e00-\u9fff]+$' then given else (select case
    when plain ~ '[\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\U00020000-\U0002a6df\U0002a700-\U0002ee5f\U00030000-\U0003347f]' or plain !~ '[\u0041-\u005a\u0061-\u007a\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u02e0-\u02e4\u1d00-\u1d25\u1d2c-\u1d5c\u1d62-\u1d65\u1d6b-\u1d77\u1d79-\u1dbe\u1e00-\u1eff\u2071\u207f\u2090-\u209c\u212a-\u212b\u2132\u214e\u2160-\u2188\u2c60-\u2c7f\ua722-\ua787\ua78b-\ua7dc\ua7f1-\ua7ff\uab30-\uab5a\uab5c-\uab64\uab66-\uab69\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a\U00010780-\U00010785\U00010787-\U000107b0\U000107b2-\U000107ba\U0001df00-\U0001df1e\U0001df25-\U0001df2a]' then
      regexp_replace(replace(plain, ' ', ''), '[.\u00b7\u02d9\u0387\u16eb\u2022\u2024\u2027\u2043\u2219\u22c5\u25aa\u25cf\u25e6\u2981\u2e30-\u2e33\u3002\u30fb\u318d\ua78f\ufe52\uff61\uff65\U00010101]+', '·', 'g')
    else btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(plain,
        '[\u0027\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018-\u201b\u2032\u2035\ua78c]', '''', 'g'),
        '[\-\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\U00010d6e\U00010ead]', '-', 'g'),
        '[.\u00b7\u02d9\u0387\u16eb\u2022\u2024\u2027\u2043\u2219\u22c5\u25aa\u25cf\u25e6\u2981\u2e30-\u2e33\u3002\u30fb\u318d\ua78f\ufe52\uff61\uff65\U00010101]+', ' ', 'g'),
        '[, ]+', ' ', 'g'),
        ' ?- ?', '-', 'g'), ' ')
    end
  from (select single_spaces(fold_width(unify_han(without_unseen(given)))) as plain) narrow) end
$$;

-- ID, certificate and credit numbers.
create function fold_number(given text) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '^[0-9A-Z]*$' then given else translate(regexp_replace(fold_width(unify_han(without_unseen(given))),
    '[\-\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u207b\u208b\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\U00010d6e\U00010ead\u0027\u0060\u00b4\u02b9\u02bb\u02bc\u02c8\u2018-\u201b\u2032\u2035\ua78c\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u2800\u3000\ufeff()]', '', 'g'),
    'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') end
$$;

-- Names of employers, schools and whoever an invoice is for.
create function fold_organisation(given text) returns text language sql immutable strict parallel safe as $$
  select case when given ~ '^[\u4e00-\u9fff][\u4e00-\u9fff（）]*$' then given else (
  select case when plain ~ '[\u3007\u3400-\u4dbf\u4e00-\u9fff\ufa0e\ufa0f\ufa11\ufa13\ufa14\ufa1f\ufa21\ufa23\ufa24\ufa27-\ufa29\U00020000-\U0002a6df\U0002a700-\U0002ee5f\U00030000-\U0003347f]' then
      regexp_replace(regexp_replace(translate(plain,
        '()' || '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
        '（）' || '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
         '[\u00b7\u0387\u2022\u2027\u2219\u22c5\u30fb\u318d\uff65]', '·', 'g'),
        ' ?([^ -~]) ?', '\1', 'g')
    else fold_width(plain) end
  from (select btrim(single_spaces(fold_letters(without_unseen(given))), ' ') as plain) narrow) end
$$;

-- Foreigners' permanent residence as a paper of its own; names as their papers have them.
alter table student
  drop constraint student_id_type_check,
  add constraint student_id_type_check check (id_type in ('ID_CARD', 'HK_MO_TW', 'PASSPORT', 'FOREIGN_PR')),
  drop constraint student_name_check,
  add constraint student_name_check check (char_length(name) between 1 and 50);
alter table correction_request
  drop constraint correction_request_id_type_check,
  add constraint correction_request_id_type_check check (id_type in ('ID_CARD', 'HK_MO_TW', 'PASSPORT', 'FOREIGN_PR')),
  drop constraint correction_request_wanted_check,
  add constraint correction_request_wanted_check check (char_length(wanted) between 2 and 50);
alter table organisation_invitation
  drop constraint organisation_invitation_name_check,
  add constraint organisation_invitation_name_check check (char_length(name) between 1 and 50);
alter table organisation
  drop constraint organisation_contact_phone_check,
  add constraint organisation_contact_phone_check check (contact_phone ~ '^[0-9+ ()-]{7,20}$');

-- Students whose proofs name them otherwise than their account does since this migration: a job issues those proofs anew.
create table proof_reissue_due (
  student_id uuid primary key references student,
  since timestamptz not null default app_now()
);

-- The report of what this migration could not do: open accounts whose ID numbers are one and the same now. The number stays as it was; staff see the
-- accounts as possibly one person's and merge them.
create table same_number (
  student_id uuid not null references student,
  other_id uuid not null references student,
  primary key (student_id, other_id)
);
create index same_number_other on same_number (other_id);
insert into same_number (student_id, other_id)
  select one.id, other.id from student one
    join student other on fold_number(other.id_no) = fold_number(one.id_no) and other.id <> one.id
  where one.closed_at is null and other.closed_at is null and one.id_no <> ''
    and (one.id_no <> fold_number(one.id_no) or other.id_no <> fold_number(other.id_no));

-- The last character of an 18-digit number checks the others (GB 11643-1999); that of the foreigners' paper before 2023 does, too (ICAO 9303).
create function checks_as_citizen(id_no text) returns boolean language sql immutable parallel safe as $$
  select id_no ~ '^\d{17}[\dX]$' and substr('10X98765432', 1 + (select sum(weight * substr(id_no, place::int, 1)::int)
      from unnest(array[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) with ordinality as one (weight, place))::int % 11, 1)
    = right(id_no, 1)
$$;
create function checks_as_old_foreign(id_no text) returns boolean language sql immutable parallel safe as $$
  select id_no ~ '^[A-Z]{3}\d{12}$' and (select sum((array[7, 3, 1])[1 + (place - 1) % 3]
      * (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(id_no, place, 1)) - 1)) % 10
    from generate_series(1, 14) as place) = right(id_no, 1)::int
$$;

do $$
declare
  changed uuid[];
begin
  -- what stands on a proof; an account that is closed keeps what its proofs say
  with folded as (
      select id, fold_name(name) as name,
        case when exists (select from same_number where same_number.student_id = student.id) then id_no else fold_number(id_no) end as id_no,
        upper(certificate_no) as certificate_no
      from student where closed_at is null),
    told as (
      select folded.*, case
        when checks_as_old_foreign(folded.id_no) or checks_as_citizen(folded.id_no) and folded.id_no ~ '^9' then 'FOREIGN_PR'
        when student.id_type = 'ID_CARD' and checks_as_citizen(folded.id_no) and folded.id_no ~ '^8[123]' then 'HK_MO_TW'
        else student.id_type end as id_type
      from folded join student using (id)),
    held as (
      select told.* from told join student using (id)
      where (student.name, student.id_no, student.certificate_no, student.id_type)
        is distinct from (told.name, told.id_no, told.certificate_no, told.id_type) and told.name <> ''
      order by id for no key update of student),
    written as (
      update student set name = held.name, id_no = held.id_no, certificate_no = held.certificate_no, id_type = held.id_type
      from held where student.id = held.id returning student.id)
  select array_agg(id) into changed from written;
  insert into proof_reissue_due (student_id)
    select distinct proof.student_id from proof join student on student.id = proof.student_id
    where proof.student_id = any(changed) and proof.revoked_at is null
      and (snapshot ->> 'name', snapshot ->> 'certificateNo') is distinct from (student.name, student.certificate_no)
        or proof.student_id = any(changed) and proof.revoked_at is null and snapshot ->> 'idTypeLabel' is distinct from
          case student.id_type when 'ID_CARD' then '居民身份证' when 'HK_MO_TW' then '港澳台居民证件' when 'PASSPORT' then '护照' else '外国人永久居留身份证' end
        or proof.student_id = any(changed) and proof.revoked_at is null and left(snapshot ->> 'idNoMasked', 2) || right(snapshot ->> 'idNoMasked', 2)
          is distinct from left(student.id_no, 2) || right(student.id_no, 2)
    order by 1;
end $$;
-- names of closed accounts are searched, too
update student set name = fold_name(name) where name <> fold_name(name) and fold_name(name) <> '';
update student set employer = fold_organisation(employer), school = fold_organisation(school),
    employer_credit_code = fold_number(employer_credit_code), registration_no = fold_number(registration_no)
  where (employer, school, employer_credit_code, registration_no) is distinct from
    (fold_organisation(employer), fold_organisation(school), fold_number(employer_credit_code), fold_number(registration_no));
alter table student add constraint student_name_folded check (name = fold_name(name));

-- A new number is folded; an old one of `same_number` may stay until somebody changes it.
create function require_folded_number() returns trigger language plpgsql as $$
begin
  if new.id_no <> fold_number(new.id_no) then
    raise check_violation using message = 'an ID number is kept folded', constraint = 'student_id_no_folded';
  end if;
  return new;
end $$;
create trigger student_id_no_folded before insert or update of id_no on student
  for each row when (new.id_no <> '') execute function require_folded_number();

update correction_request set wanted = case field when 'NAME' then fold_name(wanted) else fold_number(wanted) end
  where state = 'OPEN' and char_length(case field when 'NAME' then fold_name(wanted) else fold_number(wanted) end) >= 2;

update organisation set name = fold_organisation(name), contact_name = fold_letters(contact_name)
  where (name, contact_name) is distinct from (fold_organisation(name), fold_letters(contact_name)) and char_length(fold_organisation(name)) >= 2;
alter table organisation add constraint organisation_name_folded check (name = fold_organisation(name));

-- a person whom an employer named twice stays named by the older invitation's number
update organisation_invitation one set name = fold_name(name) where name <> fold_name(name) and fold_name(name) <> '';
update organisation_invitation one set id_no = fold_number(id_no)
  where id_no <> fold_number(id_no) and char_length(fold_number(id_no)) >= 5 and not exists (
    select from organisation_invitation other where other.organisation_id = one.organisation_id and other.plan_id = one.plan_id
      and other.id <> one.id and fold_number(other.id_no) = fold_number(one.id_no));
alter table organisation_invitation add constraint organisation_invitation_name_folded check (name = fold_name(name));

-- rows of imports that wait to be written
update roster_import_row set content = content
    || case when content ? 'name' then jsonb_build_object('name', fold_name(content ->> 'name')) else '{}' end
    || case when content ? 'idNo' then jsonb_build_object('idNo', fold_number(content ->> 'idNo')) else '{}' end
    || case when content ->> 'employer' is not null then jsonb_build_object('employer', fold_organisation(content ->> 'employer')) else '{}' end
  where content is not null;
update organisation_import_row set content = content
    || jsonb_build_object('name', fold_name(content ->> 'name'), 'idNo', fold_number(content ->> 'idNo'))
  where content is not null;

-- titles that people keep, and those of invoices not yet issued: an issued one says what its file says
update invoice_title one set title = fold_organisation(title)
  where title <> fold_organisation(title) and char_length(fold_organisation(title)) >= 2 and not exists (
    select from invoice_title other where other.student_id = one.student_id and other.id <> one.id
      and fold_organisation(other.title) = fold_organisation(one.title));
update invoice set title = fold_organisation(title)
  where state = 'PENDING' and title <> fold_organisation(title) and char_length(fold_organisation(title)) >= 2;

-- what the public search compares: the few texts that have such letters or marks
with folded as (
    select poster_id, unify_han(without_unseen(title)) as title, unify_han(without_unseen(content)) as content from poster_search
    where content <> unify_han(without_unseen(content)) or title <> unify_han(without_unseen(title))),
  letters as (
    select poster_id, letter, lag(letter) over (partition by poster_id order by place) as before
    from folded, regexp_split_to_table(content, '') with ordinality as one (letter, place)),
  grams as (
    select poster_id, letter as gram from letters where letter !~ '\s'
    union select poster_id, before || letter from letters where letter !~ '\s' and before !~ '\s')
update poster_search set title = folded.title, content = folded.content,
    grams = array(select gram from grams where grams.poster_id = folded.poster_id)
  from folded where poster_search.poster_id = folded.poster_id;

-- what staff search by
update course set title = fold_letters(title) where title <> fold_letters(title);
update staff set name = fold_letters(name) where name <> fold_letters(name);
update teacher set name = fold_letters(name), employer = fold_organisation(employer)
  where (name, employer) is distinct from (fold_letters(name), fold_organisation(employer));
