import { type Swiper, useSaveSwiper } from '@ce/client/staff/first_page.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { linkAddressRule } from '@ce/contract/desk-rules'
import { firstPageSaveSwiperLimits } from '@ce/contract/generated/staff-limits'
import { toDisplayedAddress } from '@ce/contract/web-address'
import { Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { PendingUploads, usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { contractFieldRule, requiredRule } from '../../kit/form-rules.ts'
import classes from './desks.module.css'
import { type ChosenSitePicture, SitePictureField } from './SitePictureField.tsx'

interface Fields {
  title: string
  picture: ChosenSitePicture
  redirectUrl: string
  visible: boolean
}

interface SwiperDialogProps {
  swiper: Swiper | null
  onClose: () => void
}

export function SwiperDialog(props: SwiperDialogProps) {
  return (
    <PendingUploads>
      <SwiperForm {...props} />
    </PendingUploads>
  )
}

function SwiperForm({ swiper, onClose }: SwiperDialogProps) {
  const pending = usePendingUploads()
  const [form] = Form.useForm<Fields>()
  const save = useSaveSwiper()
  // A repeat after a lost response must not create a second swiper.
  const [key] = useState(randomUuid)
  const send = ({ title, picture, redirectUrl, visible }: Fields) => {
    const link = redirectUrl.trim() || null
    const { fileId } = picture
    const shown = { title, fileId, redirectUrl: link, visible }
    return save.mutateAsync({ ...shown, id: swiper?.id ?? null, version: swiper?.version, key })
  }
  return (
    <FormDialog
      form={form}
      title={swiper ? `编辑轮播图：${swiper.title}` : '新建轮播图'}
      okText="保存"
      blocked={!pending.without}
      initialValues={initial(swiper)}
      send={send}
      done={({ title }) => ({ title: `已保存：${title.trim()}` })}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label="标题"
        rules={[requiredRule('请填写标题')]}
        validateTrigger="onBlur"
        extra="看不见图片的访客听到的就是它。"
      >
        <Input maxLength={firstPageSaveSwiperLimits.title.maxLength} />
      </Form.Item>
      <fieldset className="plain-fieldset">
        <legend>图片（建议宽 1600、高 640 像素，至少宽 960、高 384）</legend>
        <Form.Item name="picture" noStyle rules={[{ required: true, message: '请选择图片' }]}>
          <SitePictureField />
        </Form.Item>
        <Form.Item noStyle shouldUpdate>
          {() => <PictureProblem problems={form.getFieldError('picture')} />}
        </Form.Item>
      </fieldset>
      <Form.Item
        name="redirectUrl"
        label="点击后打开（选填）"
        rules={[contractFieldRule(linkAddressRule)]}
        validateTrigger="onBlur"
        extra="本站页面以 / 开头，如 /guide。"
      >
        <Input maxLength={firstPageSaveSwiperLimits.redirectUrl.maxLength} inputMode="url" />
      </Form.Item>
      <Form.Item name="visible" label="对访客显示" valuePropName="checked">
        <Switch checkedChildren="显示" unCheckedChildren="隐藏" />
      </Form.Item>
      <PendingFiles {...pending} act="照样保存" />
    </FormDialog>
  )
}

function initial(swiper: Swiper | null): Partial<Fields> {
  if (!swiper) return { title: '', redirectUrl: '', visible: true }
  const { title, fileId, imageUrl, redirectUrl, visible } = swiper
  return {
    title,
    picture: { fileId, url: imageUrl },
    redirectUrl: toDisplayedAddress(redirectUrl ?? ''),
    visible,
  }
}

function PictureProblem({ problems }: { problems: string[] }) {
  return (
    <div role="alert" className={classes.problem}>
      {problems[0]}
    </div>
  )
}
