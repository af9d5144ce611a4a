import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconReload } from '#web/ui/icons.ts';
import {
  type CropArea,
  cropToJpeg,
  type Picture,
  releasePicture,
  turnQuarter,
  wholePicture,
} from './picture.ts';
import { useGestures } from './use-gestures.ts';
import styles from './cropper.module.css';

interface CropperProps {
  picture: Picture;
  aspect?: number;
  onDone: (photo: Blob) => void;
  onCancel: () => void;
  cancelText: string;
}

/**
 * Centre of the frame on the picture (0 to 1 on each axis), and the zoom relative to the smallest picture
 * that fills the frame.
 */
interface View {
  x: number;
  y: number;
  zoom: number;
}

const MOST_ZOOM = 4;
const middle: View = { x: 0.5, y: 0.5, zoom: 1 };

export function Cropper({ picture: given, aspect = 3 / 4, onDone, onCancel, cancelText }: CropperProps) {
  const { t } = useTranslation('photos');
  const [picture, setPicture] = useState(given);
  const [view, setView] = useState(middle);
  const [busy, setBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  useEffect(() => () => void (picture !== given && releasePicture(picture)), [picture, given]);

  const cut = cutOf(picture, view, aspect);
  const scale = width / cut.width;
  const changeView = (change: (old: View) => View) => setView((old) => inside(picture, change(old), aspect));
  const move = (dx: number, dy: number) =>
    changeView(({ x, y, zoom }) => ({
      x: x - dx / scale / picture.width,
      y: y - dy / scale / picture.height,
      zoom,
    }));
  const zoomTo = (zoom: number) => changeView((old) => ({ ...old, zoom }));
  const gestures = useGestures(frame, {
    move,
    zoom: (factor) => changeView((old) => ({ ...old, zoom: old.zoom * factor })),
  });

  const turn = async () => {
    setPicture(await turnQuarter(picture));
    setView(middle);
  };
  const done = async (part: CropArea) => {
    setBusy(true);
    try {
      onDone(await cropToJpeg(picture, part));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles['cropper']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- fingers and keys move and zoom the photo; so do the controls below */}
      <div
        ref={frame}
        className={styles['frame']}
        style={{ aspectRatio: String(aspect), maxWidth: `min(100%, calc(52dvh * ${aspect}))` }}
        tabIndex={0}
        role="group"
        aria-label={t('crop.frame')}
        {...gestures}
      >
        {width > 0 && (
          <img
            src={picture.url}
            alt=""
            draggable={false}
            style={{
              width: picture.width * scale,
              height: picture.height * scale,
              transform: `translate(${-cut.x * scale}px, ${-cut.y * scale}px)`,
            }}
          />
        )}
        <span className={styles['thirds']} aria-hidden="true" />
      </div>
      <p className={styles['help']}>{t('crop.help')}</p>
      <CropperTools zoom={view.zoom} onZoom={zoomTo} onTurn={() => void turn()} />
      <div className={styles['buttons']}>
        <Button look="quiet" onClick={onCancel}>
          {cancelText}
        </Button>
        <Button look="secondary" onClick={() => void done(wholePicture(picture))}>
          {t('crop.whole')}
        </Button>
        <Button busy={busy} onClick={() => void done(cut)}>
          {t('crop.use')}
        </Button>
      </div>
    </div>
  );
}

interface CropperToolsProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  onTurn: () => void;
}

/** Rotate button and zoom slider. The slider is logarithmic so that each step feels the same. */
function CropperTools({ zoom, onZoom, onTurn }: CropperToolsProps) {
  const { t } = useTranslation('photos');
  return (
    <div className={styles['tools']}>
      <label className={styles['zoom']}>
        <span>{t('crop.zoom')}</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={Math.log(zoom) / Math.log(MOST_ZOOM)}
          onChange={(event) => onZoom(MOST_ZOOM ** Number(event.target.value))}
        />
      </label>
      <IconButton label={t('crop.turn')} look="soft" onClick={onTurn}>
        <IconReload size={22} />
      </IconButton>
    </div>
  );
}

function cutOf(picture: Picture, { x, y, zoom }: View, aspect: number): CropArea {
  const fill = Math.min(picture.width / aspect, picture.height);
  const height = fill / zoom;
  const width = height * aspect;
  return { x: x * picture.width - width / 2, y: y * picture.height - height / 2, width, height };
}

/** Clamps the view so that the frame stays within the picture. */
function inside(picture: Picture, view: View, aspect: number): View {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom));
  const { width, height } = cutOf(picture, { ...view, zoom }, aspect);
  const clamp = (at: number, half: number) => Math.min(1 - half, Math.max(half, at));
  return { zoom, x: clamp(view.x, width / 2 / picture.width), y: clamp(view.y, height / 2 / picture.height) };
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
