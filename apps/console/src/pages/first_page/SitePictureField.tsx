import { PictureField } from '../../components/upload/PictureField.tsx'
import classes from './desks.module.css'

export interface ChosenSitePicture {
  fileId: string
  url: string
}

interface PictureChoiceProps {
  value?: ChosenSitePicture
  onChange?: (picture: ChosenSitePicture) => void
}

/** The picture is uploaded at once; the form stores its file id. */
export function SitePictureField({ value, onChange }: PictureChoiceProps) {
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
