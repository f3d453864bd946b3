import { type Swiper, useSaveSwiper } from '@ce/client/staff/first_page.ts'
import { uuid } from '@ce/client/uuid.ts'
import { shownAddress } from '@ce/contract/web-address'
import { showNotice } from '@ce/ui/notices.ts'
import { Form, Input, Switch } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { PendingFiles } from '../../components/upload/PendingFiles.tsx'
import { PendingUploads, usePendingUploads } from '../../components/upload/pending-uploads.tsx'
import { needed } from '../../kit/form-rules.ts'
import { addressRule } from './address-rule.ts'
import classes from './desks.module.css'
import { type ChosenPicture, PictureChoice } from './PictureChoice.tsx'

interface Fields {
  title: string
  picture: ChosenPicture
  redirectUrl: string
  visible: boolean
}

interface SwiperDialogProps {
  /** null: a new one */
  swiper: Swiper | null
  onClose: () => void
}

/** One swiper: its words, picture, where it leads and whether visitors see it. */
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
  // sent again after a lost answer, it makes no second one
  const [key] = useState(uuid)
  const send = async ({ title, picture, redirectUrl, visible }: Fields) => {
    const link = redirectUrl.trim() || null
    const { fileId } = picture
    const shown = { title, fileId, redirectUrl: link, visible }
    await save.mutateAsync({ ...shown, id: swiper?.id ?? null, version: swiper?.version, key })
    showNotice({ kind: 'success', title: `已保存：${title.trim()}` })
  }
  return (
    <FormDialog
      form={form}
      title={swiper ? `编辑轮播图：${swiper.title}` : '新建轮播图'}
      okText="保存"
      blocked={!pending.without}
      initialValues={initial(swiper)}
      send={send}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label="标题"
        rules={[needed('请填写标题')]}
        validateTrigger="onBlur"
        extra="看不见图片的访客听到的就是它。"
      >
        <Input maxLength={60} />
      </Form.Item>
      <fieldset className="plain-fieldset">
        <legend>图片（建议宽 1600、高 640 像素，至少宽 960、高 384）</legend>
        <Form.Item name="picture" noStyle rules={[{ required: true, message: '请选择图片' }]}>
          <PictureChoice />
        </Form.Item>
        <Form.Item noStyle shouldUpdate>
          {() => <PictureProblem problems={form.getFieldError('picture')} />}
        </Form.Item>
      </fieldset>
      <Form.Item
        name="redirectUrl"
        label="点击后打开（选填）"
        rules={[addressRule]}
        validateTrigger="onBlur"
        extra="本站页面以 / 开头，如 /guide。"
      >
        <Input maxLength={500} inputMode="url" />
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
    redirectUrl: shownAddress(redirectUrl ?? ''),
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
