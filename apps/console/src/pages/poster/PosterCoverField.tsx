import { peopleCategories } from '@ce/contract/categories'
import { ItemCover } from '@ce/site/Cover.tsx'
import { Portrait } from '@ce/site/Portrait.tsx'
import { Button } from 'antd'
import type { ComponentProps } from 'react'
import { PictureField } from '../../components/upload/PictureField.tsx'
import classes from './Editor.module.css'
import { LabelledFieldGroup } from './Field.tsx'
import type { PosterFieldsProps } from './TitleFields.tsx'

/** Without an uploaded cover or portrait, the page draws one. */
export function PosterCoverField({ content, categoryId, readOnly, edit }: PosterFieldsProps) {
  const person = peopleCategories.includes(categoryId)
  const { cover } = content
  const name = person ? '照片' : '封面'
  return (
    <LabelledFieldGroup
      label={name}
      hint={person ? '没有照片时显示姓名的第一个字' : '没有封面时按栏目颜色和标题绘制；建议 16∶9'}
    >
      <PictureField
        use={person ? 'PORTRAIT' : 'COVER'}
        label={cover ? `更换${name}` : `上传${name}`}
        disabled={readOnly}
        onUploaded={(file) => edit({ cover: file, coverFileId: file.id })}
        actions={cover && <Button onClick={() => edit({ cover: null, coverFileId: null })}>移除{name}</Button>}
      >
        {cover ? (
          <img className={person ? classes.photo : classes.cover} src={cover.url} alt={`当前${name}`} />
        ) : (
          <Drawn
            person={person}
            item={{
              categoryId,
              title: content.title,
              coverUrl: null,
              hasVideo: content.video !== null,
            }}
          />
        )}
      </PictureField>
    </LabelledFieldGroup>
  )
}

function Drawn({ person, item }: { person: boolean; item: ComponentProps<typeof ItemCover>['item'] }) {
  if (item.title.trim() === '') return null
  return (
    <div className={person ? classes.drawnPhoto : classes.drawnCover}>
      {person ? <Portrait name={item.title} photoUrl={null} /> : <ItemCover item={item} />}
    </div>
  )
}
