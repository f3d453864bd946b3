import { titleOptions } from '@ce/client/format.ts'
import { peopleCategories, videoCategories } from '@ce/contract/categories'
import { contentLimits } from '@ce/contract/content-limits'
import { Input, Select } from 'antd'
import { AttachmentsField } from './AttachmentsField.tsx'
import { CoverField } from './CoverField.tsx'
import classes from './Editor.module.css'
import { Field } from './Field.tsx'
import type { FieldsProps } from './TitleFields.tsx'
import { VideoField } from './VideoField.tsx'

/** What stands around the text: files, source, people's titles. */
export function SideFields(fields: FieldsProps) {
  const { content, categoryId, readOnly, edit } = fields
  const person = peopleCategories.includes(categoryId)
  return (
    <aside className={classes.side} aria-label="内容的其他信息">
      {videoCategories.includes(categoryId) && <VideoField {...fields} />}
      <CoverField {...fields} />
      {person && (
        <Field label="职称">
          {(props) => (
            <Select
              {...props}
              value={content.titleCode}
              options={titleOptions}
              disabled={readOnly}
              onChange={(titleCode) => edit({ titleCode })}
            />
          )}
        </Field>
      )}
      {(['source', 'author'] as const).map((name) => (
        <Field key={name} label={name === 'source' ? '来源' : '作者'}>
          {(props) => (
            <Input
              {...props}
              value={content[name]}
              maxLength={contentLimits[name]}
              readOnly={readOnly}
              autoComplete="off"
              onChange={({ target }) => edit({ [name]: target.value })}
            />
          )}
        </Field>
      ))}
      <AttachmentsField {...fields} />
    </aside>
  )
}
