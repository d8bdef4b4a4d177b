"""What people see and press: boards, menus, buttons, answers, drawing."""
