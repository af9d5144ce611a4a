import { useEffect, useRef } from 'react';

interface PictureProps {
  stream: MediaStream | null;
  muted?: boolean;
  className: string | undefined;
  label: string;
  mirrored?: boolean;
}

/** The live picture of a stream, with its sound unless `muted`. */
export function Picture({ stream, muted = false, className, label, mirrored }: PictureProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    video.srcObject = stream;
    // A page that uses the microphone may play sound; a picture that is replaced meanwhile rejects.
    if (stream) video.play().catch(() => {});
    return () => void (video.srcObject = null);
  }, [stream]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions
    <video
      ref={ref}
      className={className}
      muted={muted}
      playsInline
      autoPlay
      aria-label={label}
      data-mirrored={mirrored || undefined}
    />
  );
}
