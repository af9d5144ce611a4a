-- Why a moderator refused the image. Null for those refused before there were reasons.
alter table chat_images add refusal_reason text;
