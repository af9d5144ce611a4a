import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/translate.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { IconReload } from '#web/ui/icons.ts';
import { type Cut, cutOut, type Picture, release, turned, whole } from './picture.ts';
import styles from './cropper.module.css';

interface CropperProps {
  picture: Picture;
  /** Width by height of the cut; cards are 3:4. */
  aspect?: number;
  onDone: (photo: Blob) => void;
  onCancel: () => void;
  cancelText: string;
}

/** Where the frame's middle lies on the picture (0 to 1 each way), and how much larger than just filling it is. */
interface View {
  x: number;
  y: number;
  zoom: number;
}

const MOST_ZOOM = 4;
const middle: View = { x: 0.5, y: 0.5, zoom: 1 };

/** Shows a photo behind a frame to be moved, zoomed and turned by finger, mouse, wheel or keys. */
export function Cropper({ picture: given, aspect = 3 / 4, onDone, onCancel, cancelText }: CropperProps) {
  const { t } = useTranslation('photos');
  const [picture, setPicture] = useState(given);
  const [view, setView] = useState(middle);
  const [busy, setBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const fingers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => () => void (picture !== given && release(picture)), [picture, given]);

  const cut = cutOf(picture, view, aspect);
  /** Screen pixels for one of the picture's. */
  const scale = width / cut.width;
  const look = (change: (old: View) => View) => setView((old) => inside(picture, change(old), aspect));
  const move = (dx: number, dy: number) => look((old) => ({ ...old, x: old.x - dx / scale / picture.width, y: old.y - dy / scale / picture.height }));
  const zoom = (factor: number) => look((old) => ({ ...old, zoom: old.zoom * factor }));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) zoom(Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)));
    // With two fingers each moves the picture half the way.
    const share = other ? 0.5 : 1;
    move((now.x - before.x) * share, (now.y - before.y) * share);
    fingers.current.set(event.pointerId, now);
  };
  const onPointerEnd = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 40 : 10;
    const moves: Record<string, [number, number]> = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const by = moves[event.key];
    if (by) move(...by);
    else if (event.key === '+' || event.key === '=') zoom(1.1);
    else if (event.key === '-') zoom(1 / 1.1);
    else return;
    event.preventDefault();
  };

  // React listens to wheels passively, which cannot keep the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400));
  });
  useEffect(() => {
    const element = frame.current!;
    const listener = (event: WheelEvent) => onWheel(event);
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, []);

  // The dialog around it focuses its first button; the keys belong to the frame.
  useEffect(() => {
    const frameLater = requestAnimationFrame(() => frame.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frameLater);
  }, []);

  const turn = async () => {
    setPicture(await turned(picture));
    setView(middle);
  };
  const done = async (part: Cut) => {
    setBusy(true);
    try {
      onDone(await cutOut(picture, part));
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
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
      >
        {width > 0 && (
          <img
            src={picture.url}
            alt=""
            draggable={false}
            style={{ width: picture.width * scale, height: picture.height * scale, transform: `translate(${-cut.x * scale}px, ${-cut.y * scale}px)` }}
          />
        )}
        <span className={styles['thirds']} aria-hidden="true" />
      </div>
      <p className={styles['help']}>{t('crop.help')}</p>
      <div className={styles['tools']}>
        <label className={styles['zoom']}>
          <span>{t('crop.zoom')}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={Math.log(view.zoom) / Math.log(MOST_ZOOM)}
            onChange={(event) => look((old) => ({ ...old, zoom: MOST_ZOOM ** Number(event.target.value) }))}
          />
        </label>
        <IconButton label={t('crop.turn')} look="soft" onClick={() => void turn()}>
          <IconReload size={22} />
        </IconButton>
      </div>
      <div className={styles['buttons']}>
        <Button look="quiet" onClick={onCancel}>
          {cancelText}
        </Button>
        <Button look="secondary" onClick={() => void done(whole(picture))}>
          {t('crop.whole')}
        </Button>
        <Button busy={busy} onClick={() => void done(cut)}>
          {t('crop.use')}
        </Button>
      </div>
    </div>
  );
}

/** The part of the picture in the frame. */
function cutOf(picture: Picture, { x, y, zoom }: View, aspect: number): Cut {
  const fill = Math.min(picture.width / aspect, picture.height);
  const height = fill / zoom;
  const width = height * aspect;
  return { x: x * picture.width - width / 2, y: y * picture.height - height / 2, width, height };
}

/** The view with its frame inside the picture. */
function inside(picture: Picture, view: View, aspect: number): View {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom));
  const { width, height } = cutOf(picture, { ...view, zoom }, aspect);
  const clamp = (at: number, half: number) => Math.min(1 - half, Math.max(half, at));
  return { zoom, x: clamp(view.x, width / 2 / picture.width), y: clamp(view.y, height / 2 / picture.height) };
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
