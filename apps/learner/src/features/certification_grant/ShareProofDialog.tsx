import { saveFile } from '@ce/client/save-as.ts'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useEffect, useState } from 'react'
import card from '../../components/card.module.css'
import { renderProofPicture } from './draw-proof.ts'
import classes from './Proof.module.css'
import type { Proof } from './proof-text.ts'

export function ShareProofDialog({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const [picture, setPicture] = useState<File | null>(null)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const canvas = renderProofPicture(proof)
    // On some phones a long press saves a picture only if it has a data address.
    setAddress(canvas.toDataURL('image/png'))
    canvas.toBlob((blob) => {
      if (blob) setPicture(new File([blob], `学时证明-${proof.year}.png`, { type: 'image/png' }))
    }, 'image/png')
  }, [proof])
  return (
    <Dialog open title="证明图片" onClose={onClose} actions={picture && <Actions picture={picture} />}>
      {address ? (
        <img className={classes.picture} src={address} alt={`${proof.name} ${proof.year} 年度学时证明，带核验二维码`} />
      ) : (
        <Skeleton shape={['picture']} label="正在生成图片" />
      )}
      {matchMedia('(pointer: coarse)').matches && <p className={card.quiet}>也可以长按图片保存或转发。</p>}
    </Dialog>
  )
}

function Actions({ picture }: { picture: File }) {
  const can = navigator.canShare?.({ files: [picture] }) ?? false
  const share = async () => {
    try {
      await navigator.share({ files: [picture], title: picture.name })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      saveFile(picture, picture.name)
    }
  }
  return (
    <>
      <Button kind={can ? 'quiet' : 'primary'} onClick={() => saveFile(picture, picture.name)}>
        保存图片
      </Button>
      {can && <Button onClick={share}>转发</Button>}
    </>
  )
}
