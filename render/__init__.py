"""Views in, pictures out. Never sees a state, knows nothing of Discord.

A module or package named like a game is its painter. The shell asks it for pictures (`paint` for everybody, `paint_hand` and `paint_choice`
for one seat), for the same in words (`describe`, `describe_hand`, `hint` for a choice, `notes` for the picker, `shortcut` for a row of actions,
`narrate` for an event), and for the rules behind what somebody may do (`rules_now`).
"""
