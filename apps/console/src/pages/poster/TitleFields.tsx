import { peopleCategories } from '@ce/contract/categories'
import { contentLimits } from '@ce/contract/content-limits'
import { Input, type InputRef } from 'antd'
import type { Ref } from 'react'
import type { EditedPosterContent } from './content.ts'
import { LabelledField } from './Field.tsx'

export interface PosterFieldsProps {
  content: EditedPosterContent
  categoryId: number
  readOnly: boolean
  edit: (change: Partial<EditedPosterContent>) => void
}

export function PosterTitleFields(props: PosterFieldsProps & { titleRef: Ref<InputRef> }) {
  const { content, categoryId, readOnly, edit, titleRef } = props
  const person = peopleCategories.includes(categoryId)
  return (
    <>
      <LabelledField label={person ? '姓名' : '标题'} required>
        {(props) => (
          <Input
            {...props}
            ref={titleRef}
            size="large"
            value={content.title}
            maxLength={contentLimits.title}
            readOnly={readOnly}
            aria-required
            autoComplete="off"
            onChange={({ target }) => edit({ title: target.value })}
          />
        )}
      </LabelledField>
      <LabelledField
        label="摘要"
        hint={person ? '列表中显示在姓名下面，例如单位与专长' : '列表中显示；不填则取正文开头'}
      >
        {(props) => (
          <Input.TextArea
            {...props}
            value={content.summary}
            maxLength={contentLimits.summary}
            readOnly={readOnly}
            rows={3}
            onChange={({ target }) => edit({ summary: target.value })}
          />
        )}
      </LabelledField>
    </>
  )
}
