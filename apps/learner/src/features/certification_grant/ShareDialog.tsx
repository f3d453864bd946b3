import { saveAs } from '@ce/client/save-as.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { QRCodeCanvas } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import card from '../../components/card.module.css'
import { drawProof } from './draw-proof.ts'
import classes from './Proof.module.css'
import type { Proof } from './proof-text.ts'

/** px of the drawn QR */
const codeSize = 520

/** The proof as a picture: passed on where the phone can, saved, or kept by a long press. */
export function ShareDialog({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const code = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!code.current) return
    const canvas = drawProof(proof, code.current)
    // some phones' browsers keep a picture by a long press only when its address holds it
    setAddress(canvas.toDataURL('image/png'))
    canvas.toBlob((blob) => {
      if (blob) setPicture(new File([blob], `学时证明-${proof.year}.png`, { type: 'image/png' }))
    }, 'image/png')
  }, [proof])
  return (
    <Dialog
      open
      title="证明图片"
      onClose={onClose}
      actions={picture && <Actions picture={picture} />}
    >
      <QRCodeCanvas ref={code} value={proof.verifyUrl} size={codeSize} level="M" hidden />
      {address ? (
        <img
          className={classes.picture}
          src={address}
          alt={`${proof.name} ${proof.year} 年度学时证明，带核验二维码`}
        />
      ) : (
        <Skeleton shape={['picture']} label="正在生成图片" />
      )}
      {matchMedia('(pointer: coarse)').matches && (
        <p className={card.quiet}>也可以长按图片保存或转发。</p>
      )}
    </Dialog>
  )
}

function Actions({ picture }: { picture: File }) {
  const can = navigator.canShare?.({ files: [picture] }) ?? false
  const share = async () => {
    try {
      await navigator.share({ files: [picture], title: picture.name })
    } catch (error) {
      // who closes the phone's own sheet wanted nothing else
      if (error instanceof DOMException && error.name === 'AbortError') return
      saveAs(picture, picture.name)
    }
  }
  return (
    <>
      <Button kind={can ? 'quiet' : 'primary'} onClick={() => saveAs(picture, picture.name)}>
        保存图片
      </Button>
      {can && <Button onClick={share}>转发</Button>}
    </>
  )
}
