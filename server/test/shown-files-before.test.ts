import { expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import { createOwnDatabase } from './own-database.ts'

const id = (no: number) => `01890000-0000-7000-8000-00000000000${no}`

/**
 * A content item with two revisions in the form before migration 046. File 4 is only linked in the text; file 5 was
 * withheld from readers.
 */
const before = `
  insert into file (id, purpose, storage_key, name, mime, size, sha256, withheld)
    select ('01890000-0000-7000-8000-00000000000' || no)::uuid, 'PICTURE', 'k' || no, 'a', 'image/png', 1, decode(repeat('00', 31) || '0' || no, 'hex'), no = 5
    from generate_series(1, 5) as no;
  begin;
  insert into poster (id, category_id, last_change, draft_no, draft_title, updated_by)
    values ('${id(9)}', 28, '', 2, '题', 'a');
  insert into poster_revision (poster_id, no, content, body_text, saved_by)
    select '${id(9)}', no, content::jsonb, '', 'a' from (values
      (1, '{"title": "题", "bodyHtml": "<p>正文</p>", "coverFileId": "${id(1)}", "videoFileId": "${id(2)}", "captionsFileId": "${id(3)}", "attachments": []}'),
      (2, '{"title": "题", "bodyHtml": "<p><a href=\\"/files/public/${id(4)}\\">表</a><img src=\\"/files/public/${id(1)}\\"></p>", "coverFileId": null,
        "videoFileId": null, "captionsFileId": null, "attachments": [{"fileId": "${id(5)}", "name": "表"}, {"fileId": "${id(4)}", "name": "表"}]}')) as one (no, content);
  commit;`

it('migration 046 records the files of old content items as shown, each once', async () => {
  const { pool, drop } = await createOwnDatabase()
  try {
    await migrate(pool, '045')
    await pool.query(before)
    expect((await migrate(pool))[0]).toMatch(/^046-/)
    const { rows } = await pool.query(
      'select no, array_agg(file_id order by file_id) as files from poster_file group by no order by no',
    )
    expect(rows).toEqual([
      { no: 1, files: [1, 2, 3].map(id) },
      { no: 2, files: [1, 4, 5].map(id) },
    ])
  } finally {
    await drop()
  }
})
