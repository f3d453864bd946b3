import { Button } from 'antd'
import type { Ref } from 'react'
import { PictureField } from '../../components/upload/PictureField.tsx'
import classes from './teaching.module.css'

interface Chosen {
  fileId: string
  url: string
}

interface CoverChoiceProps {
  value?: Chosen | null
  onChange?: (cover: Chosen | null) => void
  disabled?: boolean
  ref?: Ref<HTMLDivElement>
}

export function CourseCoverField({ value, onChange, disabled = false, ref }: CoverChoiceProps) {
  return (
    <div ref={ref} tabIndex={-1}>
      <PictureField
        use="COVER"
        label={value ? '更换封面' : '上传封面'}
        disabled={disabled}
        onUploaded={({ id, url }) => onChange?.({ fileId: id, url })}
        actions={value && <Button onClick={() => onChange?.(null)}>移除封面</Button>}
      >
        {value && <img className={classes.cover} src={value.url} alt="当前封面" />}
      </PictureField>
    </div>
  )
}
