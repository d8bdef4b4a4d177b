-- The teams of tournaments whose entrants are teams, with their names; which one somebody has entered with; and who has been invited to one, until they have
-- answered or it has begun.
CREATE TABLE tournament_teams (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    team INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (tournament, team)
) STRICT;
CREATE TABLE team_invitations (
    tournament INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    team INTEGER NOT NULL,
    player INTEGER NOT NULL,
    PRIMARY KEY (tournament, team, player)
) STRICT;
ALTER TABLE tournament_players ADD COLUMN team INTEGER;
