import { PictureField } from '../../components/upload/PictureField.tsx'
import classes from './desks.module.css'

export interface ChosenPicture {
  fileId: string
  url: string
}

interface PictureChoiceProps {
  /** Form.Item gives them */
  value?: ChosenPicture
  onChange?: (picture: ChosenPicture) => void
}

/** A picture of the site, uploaded at once; the form keeps its file. */
export function PictureChoice({ value, onChange }: PictureChoiceProps) {
  return (
    <PictureField
      use="SWIPER"
      label={value ? '换一张图片' : '选择图片'}
      onUploaded={({ id, url }) => onChange?.({ fileId: id, url })}
    >
      {value && <img className={classes.chosen} src={value.url} alt="已选的图片" />}
    </PictureField>
  )
}
