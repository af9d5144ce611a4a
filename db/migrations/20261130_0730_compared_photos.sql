-- The photos that a moderator saw beside the selfie. Null in decisions of earlier releases.
alter table verifications add column compared_photos bigint[];
