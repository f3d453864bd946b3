import { firstPageSaveSiteInfoLimits } from '@ce/contract/generated/staff-limits'
import { qrCodeWarning } from '@ce/contract/picture-uses'
import { toDisplayedAddress } from '@ce/contract/web-address'
import { Button, Form, Input } from 'antd'
import formClasses from '../../components/form.module.css'
import { PictureField } from '../../components/upload/PictureField.tsx'
import { requiredRule } from '../../kit/form-rules.ts'
import classes from './desks.module.css'

/** QR pictures with their captions, for the footer and the floating tools. */
export function QrPicturesField() {
  const form = Form.useFormInstance()
  return (
    <Form.List name="qrImages">
      {(fields, { add, remove }) => (
        <div className={classes.qrs}>
          {fields.length === 0 && <p className={formClasses.hint}>还没有二维码。</p>}
          {fields.map(({ key, name }) => {
            const title = `第 ${name + 1} 个二维码`
            return (
              <div key={key} className={classes.qr}>
                <img src={form.getFieldValue(['qrImages', name, 'url'])} alt={title} />
                <Form.Item
                  name={[name, 'title']}
                  label={`${title}的说明`}
                  rules={[requiredRule('请填写说明')]}
                  validateTrigger="onBlur"
                >
                  <Input
                    maxLength={firstPageSaveSiteInfoLimits.qrImages.items.title.maxLength}
                    placeholder="如：官方公众号"
                  />
                </Form.Item>
                <CodeTarget text={form.getFieldValue(['qrImages', name, 'qrText'])} />
                <Button danger aria-label={`移除${title}`} onClick={() => remove(name)}>
                  移除
                </Button>
              </div>
            )
          })}
          <PictureField
            use="QR"
            label="添加二维码图片"
            disabled={fields.length >= 4}
            onUploaded={({ id, url, qrText }) => add({ title: '', fileId: id, url, qrText })}
          />
        </div>
      )}
    </Form.List>
  )
}

/** Shows the address inside a QR code, so that staff can check it before saving. */
function CodeTarget({ text }: { text: string | null | undefined }) {
  if (!text) return <p className={classes.target}>这个二维码上传时还没有识别；如不确定它指向哪里，请移除后重新上传。</p>
  const warning = qrCodeWarning(text)
  return (
    <div className={classes.target}>
      扫码后打开：{toDisplayedAddress(text)}
      {warning && <p className={classes.problem}>{warning}</p>}
    </div>
  )
}
