import { useCallback } from 'react';

export function FileImage({ file, alt }: { file: File | Blob; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(image.src);
    },
    [file],
  );
  return <img ref={show} alt={alt} />;
}
