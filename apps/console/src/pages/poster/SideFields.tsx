import { titleOptions } from '@ce/client/format.ts'
import { peopleCategories, videoCategories } from '@ce/contract/categories'
import { contentLimits } from '@ce/contract/content-limits'
import { Input, Select } from 'antd'
import { AttachmentsField } from './AttachmentsField.tsx'
import classes from './Editor.module.css'
import { LabelledField } from './Field.tsx'
import { PosterCoverField } from './PosterCoverField.tsx'
import type { PosterFieldsProps } from './TitleFields.tsx'
import { PosterVideoField } from './VideoField.tsx'

export function PosterSideFields(fields: PosterFieldsProps) {
  const { content, categoryId, readOnly, edit } = fields
  const person = peopleCategories.includes(categoryId)
  return (
    <aside className={classes.side} aria-label="内容的其他信息">
      {videoCategories.includes(categoryId) && <PosterVideoField {...fields} />}
      <PosterCoverField {...fields} />
      {person && (
        <LabelledField label="职称">
          {(props) => (
            <Select
              {...props}
              value={content.titleCode}
              options={titleOptions}
              disabled={readOnly}
              onChange={(titleCode) => edit({ titleCode })}
            />
          )}
        </LabelledField>
      )}
      {(['source', 'author'] as const).map((name) => (
        <LabelledField key={name} label={name === 'source' ? '来源' : '作者'}>
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
        </LabelledField>
      ))}
      <AttachmentsField {...fields} />
    </aside>
  )
}
